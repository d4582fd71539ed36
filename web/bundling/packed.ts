import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin } from "vite";

/** Larger than this (bytes), the best packing takes longer than it saves. */
const LARGE = 1_000_000;
/** What browsers load is packed once, here, and not for everybody who loads it; the server looks for `.br` beside a file. */
export const packed: Plugin = {
  name: "packed",
  apply: "build",
  async writeBundle({ dir }, bundle) {
    const pack = promisify(brotliCompress);
    await Promise.all(
      Object.keys(bundle).filter((file) => /\.(?:js|css|html|svg|json)$/.test(file)).map(async (file) => {
        const body = await Deno.readFile(`${dir}/${file}`);
        const quality = body.length > LARGE ? 6 : 10;
        const brotli = await pack(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
        if (brotli.length < body.length) await Deno.writeFile(`${dir}/${file}.br`, brotli);
      }),
    );
  },
};
