// Answers of the server to what waits.

/** Statuses that say nothing about what was sent: another time it may be taken. */
const isTemporary = (status) => status >= 500 || [401, 403, 408, 425, 429].includes(status);

/** Sends a request. Throws an error with what stands in the way as its `obstacle` where another time it may be taken. */
export async function request(address, options) {
  const response = await fetch(address, options);
  if (isTemporary(response.status)) throw obstructed(await obstacleOf(response));
  return response;
}

/** The error of a request that can be made another time. */
export const obstructed = (obstacle) => Object.assign(new Error("It is sent another time."), { obstacle });

/** The token of a page that was kept may be of another start of the server. */
export async function freshToken() {
  const response = await fetch("/api/token", { cache: "no-store", signal: AbortSignal.timeout(10_000) });
  if (response.ok) return (await response.json()).token;
  throw obstructed(await obstacleOf(response));
}

export async function obstacleOf(response) {
  if (isRevoked(response)) return { kind: "revoked" };
  if ([401, 403].includes(response.status)) return { kind: "sign-in" };
  return { kind: "server", reason: (await messages(response)).join(" ") };
}

/** True for the answer to a device whose pairing was revoked, which is told to forget what it has. */
export const isRevoked = (response) =>
  response.status === 401 && /error="revoked"/.test(response.headers.get("WWW-Authenticate"));

/** The server's words about an error. A proxy before it has its own form, whose status says enough. */
export async function messages(response) {
  const answer = await response.json().catch(() => null);
  return answer?.messages ?? [`HTTP ${response.status} ${response.statusText}`.trim()];
}
