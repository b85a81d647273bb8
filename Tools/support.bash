# Shared by the scripts beside it; sourced, not run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

if [ -t 1 ] && [ -z "${NO_COLOR:-}" ] && [ "${TERM:-dumb}" != dumb ]; then
  bold=$'\e[1m' green=$'\e[32m' red=$'\e[31m' plain=$'\e[0m'
else
  bold='' green='' red='' plain=''
fi

# With the time since the tool began, where that is a minute or more.
step() {
  local after=''
  ((SECONDS < 60)) || after=" (after $((SECONDS / 60)) min)"
  printf '%s==> %s%s%s\n' "$bold" "$*" "$plain" "$after"
}
good() { printf '%s%s%s\n' "$green" "$*" "$plain"; }
fail() {
  printf '%s%s%s\n' "$red" "$*" "$plain" >&2
  exit 1
}

# Installs the Debian packages of those named that are not there; touches nothing where all are.
install_packages() {
  local package missing=()
  command -v dpkg-query >/dev/null || {
    echo "This is not Debian; make sure that you have what these packages contain: $*"
    return 0
  }
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0

  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "Missing: ${missing[*]}. As root, run: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  step "Installing ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
}

# What the libraries and the command are built with.
library_packages=(libsqlite3-dev liblz4-dev zlib1g-dev)
# What the worker for photos is built with.
photo_packages=(libheif-dev libjpeg62-turbo-dev libpng-dev liblcms2-dev)

# Checks that Swift is there and new enough.
require_swift() {
  local version
  command -v swift >/dev/null ||
    fail "Swift is missing. Version 6.2 or newer is needed: https://www.swift.org/install/linux/"
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
  [ "$(printf '6.2\n%s\n' "${version:-0}" | sort -V | head -n 1)" = 6.2 ] ||
    fail "Swift ${version:-here} is too old. Version 6.2 or newer is needed: https://www.swift.org/install/linux/"
}

# How programs for use are built. They need no Swift where they run. A start is in large part the loader's: it has less to
# do where the many addresses that it fills in are packed, of the linkers that Swift brings lld can; where the program's
# own names are not among those that it looks up; and where C++ is part of the program, as Swift is.
release_options=(
  -c release --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs
  -Xlinker --no-export-dynamic
)
# The library of C++ is named without saying which, and the linker takes the shared one where both lie in a folder.
static_cpp() {
  local library
  library=$(clang -print-file-name=libstdc++.a 2>/dev/null) && [ -f "$library" ] || return 0
  mkdir -p "$root/.build/static"
  ln -sf "$(realpath "$library")" "$root/.build/static/libstdc++.a"
  release_options+=(-Xswiftc "-L$root/.build/static")
}
static_cpp

# Builds the command, its worker for photos and further products that are named for use, showing how it goes; sets binary
# and worker to the first two's paths.
build_release() {
  local options=("${release_options[@]}") product
  cd "$root"
  for product in checkin checkin-photo "$@"; do
    if [ -t 1 ]; then
      swift build "${options[@]}" --product "$product"
    else
      build_quietly "${options[@]}" --product "$product"
    fi
  done
  binary=$(swift build "${options[@]}" --show-bin-path)/checkin
  # shellcheck disable=SC2034 # for the script that sources this
  worker=$binary-photo
}

# Without a terminal there is no progress line to rewrite: a line every ten seconds, and all of it where it fails.
build_quietly() {
  local log build started=$SECONDS next=10
  log=$(mktemp)
  swift build "$@" >"$log" 2>&1 &
  build=$!
  while kill -0 "$build" 2>/dev/null; do
    sleep 1
    if [ $((SECONDS - started)) -ge "$next" ]; then
      echo "  $((SECONDS - started)) s: $(tail -n 1 "$log" | cut -c 1-100)"
      next=$((next + 10))
    fi
  done
  if ! wait "$build"; then
    cat "$log" >&2
    rm -f "$log"
    fail "The build failed."
  fi
  rm -f "$log"
  echo "  built in $((SECONDS - started)) s"
}

# Installs what build_release has built, with completions and the manual page.
# Usage: install_programs PREFIX ZSH-DIRECTORY [PRODUCT...]
install_programs() {
  local prefix=$1 zsh=$2 work shell product
  shift 2
  work=$(mktemp -d)
  for shell in bash zsh fish; do
    "$binary" --generate-completion-script "$shell" >"$work/$shell"
  done
  "$root/Tools/manual" "$binary" >"$work/checkin.1"
  # Without their symbols the programs are a fraction of the size.
  install -D -s -m 755 "$binary" "$prefix/bin/checkin"
  install -D -s -m 755 "$worker" "$prefix/libexec/checkin/checkin-photo"
  for product in "$@"; do
    install -D -s -m 755 "$(dirname "$binary")/$product" "$prefix/libexec/checkin/$product"
  done
  install -D -m 644 "$work/bash" "$prefix/share/bash-completion/completions/checkin"
  install -D -m 644 "$work/zsh" "$zsh/_checkin"
  install -D -m 644 "$work/fish" "$prefix/share/fish/vendor_completions.d/checkin.fish"
  install -D -m 644 "$work/checkin.1" "$prefix/share/man/man1/checkin.1"
  rm -rf "$work"
}
