/**
 * Packs a stage folder (deno, the bundled server, pages, migrations, the database addon) into one executable file:
 * a POSIX shell stub followed by a gzipped tar. The stub extracts it once, into a folder named by its content's hash,
 * and runs it from there.
 */
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { packedLine } from "../src/service/packed_executable.ts";

const [stage, out, name] = Deno.args as [string, string, string];

const { success, stdout, stderr } = new Deno.Command("tar", {
  args: ["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner", "-cf", "-", "-C", stage, "."],
}).outputSync();
if (!success) throw new Error(new TextDecoder().decode(stderr));
const body = gzipSync(stdout, { level: 9 });
const sum = createHash("sha256").update(body).digest("hex"), hash = sum.slice(0, 16);

function stub(length: number): string {
  return `#!/bin/sh
# ${name}: extracts itself once into a cache folder, then runs from there. BALCAO_CACHE chooses another folder.
set -e
case $0 in */*) self=$0 ;; *) self=$(command -v -- "$0") ;; esac
${packedLine({ size: length + body.length, from: length + 1, sum })}
# Also where it was unpacked before: one that was cut short must not take the place of a whole one.
has=$(($(wc -c <"$self")))
[ "$has" -eq "$size" ] || { echo "${name}: $self is cut short or damaged: it has $has of $size bytes. Fetch it again" >&2; exit 1; }
base=\${BALCAO_CACHE:-\${XDG_CACHE_HOME:-\${HOME:-/tmp}/.cache}/${name}}
dir=$base/${hash}
if [ ! -f "$dir/.ok" ]; then
  mkdir -p "$base" 2>/dev/null || { echo "${name}: cannot write $base; set BALCAO_CACHE to a folder that can be written" >&2; exit 1; }
  # Without the program for it nothing is compared.
  case $(tail -c +"$from" "$self" | sha256sum 2>/dev/null) in
    "$sum"* | "") ;;
    *) echo "${name}: $self is damaged: it is not as it was made. Fetch it again" >&2; exit 1 ;;
  esac
  tmp=$(mktemp -d "$base/.new.XXXXXX"); trap 'rm -rf "$tmp"' EXIT INT TERM
  tail -c +"$from" "$self" | gzip -dc | tar -xf - -C "$tmp" || { echo "${name}: cannot unpack into $base; is the disk full?" >&2; exit 1; }
  : >"$tmp/.ok"
  mv "$tmp" "$dir" 2>/dev/null || { [ -f "$dir/.ok" ] || { echo "${name}: cannot write $dir" >&2; exit 1; }; rm -rf "$tmp"; }
  rm -rf "$dir/\${tmp##*/}"; trap - EXIT INT TERM
fi
export DENO_DIR="$base/deno" DENO_NO_UPDATE_CHECK=1 BALCAO_SELF="$self"
# The C library adapts to the large pieces of a start, and would then keep them: a tenth of an idle server's memory.
export MALLOC_MMAP_THRESHOLD_="\${MALLOC_MMAP_THRESHOLD_:-131072}" MALLOC_TRIM_THRESHOLD_="\${MALLOC_TRIM_THRESHOLD_:-262144}"
# Small young generations: less memory at the same speed for a server that mostly waits. And the first full collection at
# 96 MB, where V8 on a large machine would let half a gigabyte of what is done with lie before it. What is done with after
# the start, and closed files, are let go by a collection that the server asks for (src/platform/collector.ts). What is
# imported when it is needed is not even read before.
exec "$dir/deno" run -A --unstable-net --unstable-lazy-dynamic-imports --v8-flags=--max-semi-space-size=4,--initial-old-space-size=96,--expose-gc --no-config --no-lock --cached-only --quiet "$dir/src/main.js" "$@"
`;
}

// The stub names its own length, which may change its length.
let head = stub(0);
while (head !== stub(Buffer.byteLength(head))) head = stub(Buffer.byteLength(head));
Deno.writeFileSync(out, Buffer.concat([Buffer.from(head), body]), { mode: 0o755 });
Deno.chmodSync(out, 0o755);
console.log(`${out}: ${(Deno.statSync(out).size / 1e6).toFixed(1)} MB`);
