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

# Installs those of the named Debian packages that are missing, after it has named them.
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
  local options=() stand_ins=''
  if [[ " ${missing[*]} " == *" postgresql "* ]]; then
    # Debian's package creates a cluster and starts it unless these two programs say otherwise; the tests have clusters
    # of their own.
    stand_ins=$(mktemp -d)
    printf '#!/bin/sh\necho off\n' >"$stand_ins/pg_conftool"
    printf '#!/bin/sh\n' >"$stand_ins/invoke-rc.d"
    chmod 755 "$stand_ins" "$stand_ins"/*
    options=(-o "DPkg::Path=$stand_ins:/usr/sbin:/usr/bin:/sbin:/bin")
  fi
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${options[@]}" "${missing[@]}"
  [ -z "$stand_ins" ] || rm -rf "$stand_ins"
}

# What the libraries and the command are built with.
library_packages=(libsqlite3-dev liblz4-dev libssl-dev zlib1g-dev)
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

# The options for programs that are installed. Such a program needs no Swift where it runs. A start is in large part the
# loader's: it has less to do if the addresses that it fills in are packed, which of the linkers that Swift brings lld can
# do, and if it doesn't have to look up the program's own names. Debug information is stripped when a program is installed,
# and costs a fifth of the build. Colours are off because SwiftPM compiles everything again if they change.
release_options=(
  -c release --static-swift-stdlib --no-color-diagnostics -debug-info-format none
  -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic
)
# Makes libstdc++ and libcrypto part of the programs. The linker finds the static libstdc++ in a folder that it searches
# first; for libcrypto, whose shared library lies next to the static one, the package's description names the archive.
link_statically() {
  local folder=$root/.build/static library description
  mkdir -p "$folder"
  library=$(clang -print-file-name=libstdc++.a 2>/dev/null)
  [ ! -f "$library" ] || ln -sf "$(realpath "$library")" "$folder/libstdc++.a"
  library=$(clang -print-file-name=libcrypto.a 2>/dev/null)
  description=$(dirname "$(realpath "$library")")/pkgconfig/libcrypto.pc
  [ ! -f "$description" ] || sed 's/-lcrypto/-l:libcrypto.a/' "$description" >"$folder/libcrypto.pc"
  export PKG_CONFIG_PATH=$folder${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
  release_options+=(-Xswiftc "-L$folder")
}

# Builds the command, its photo worker and the products that are named, all at once; sets binary and worker to the paths of
# the first two. Packages that no product needs are neither fetched nor compiled.
build_release() {
  local products=(checkin checkin-photo "$@")
  cd "$root"
  link_statically
  export CHECKIN_ONLY
  CHECKIN_ONLY=$(IFS=,; echo "${products[*]}")
  build_with_progress "${release_options[@]}"
  binary=$(swift build "${release_options[@]}" --show-bin-path)/checkin
  # shellcheck disable=SC2034 # for the script that sources this
  worker=$binary-photo
}

# Runs swift build. A terminal shows one line with the progress and the modules that are being compiled; elsewhere there is
# a line every ten seconds. The whole output follows if the build fails.
build_with_progress() {
  local log status=0 started=$SECONDS next=10 line
  log=$(mktemp)
  swift build "$@" >"$log" 2>&1 &
  local build=$!
  while kill -0 "$build" 2>/dev/null; do
    sleep 0.5
    line=$(build_progress "$log" $((SECONDS - started)))
    if [ -t 1 ]; then
      printf '\r\e[K%s' "$line"
    elif [ $((SECONDS - started)) -ge "$next" ]; then
      echo "$line"
      next=$((next + 10))
    fi
  done
  [ ! -t 1 ] || printf '\r\e[K'
  wait "$build" || status=$?
  if [ "$status" -ne 0 ]; then
    cat "$log" >&2
    rm -f "$log"
    fail "The build failed."
  fi
  rm -f "$log"
  echo "  built in $((SECONDS - started)) s"
}

# The seconds, the steps done, and the modules that compilers work on now. A large module takes a minute or more in one
# step, in which SwiftPM prints nothing.
build_progress() {
  local steps modules
  steps=$(grep -ao '\[[0-9]*/[0-9]*\]' "$1" | tail -n 1 || true)
  modules=$(ps -ww -eo args= 2>/dev/null | grep -F -- "$root/" |
    sed -n 's/.*swift-frontend .* -module-name \([^ ]*\) .*/\1/p' | sort -u | head -n 3 | paste -sd ' ' || true)
  [ -n "$steps$modules" ] || modules=$(tail -n 1 "$1")
  printf '  %d s %s %s' "$2" "$steps" "$modules" | cut -c 1-79
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
