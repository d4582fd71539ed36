/** Answers on a port of this machine in this process, packed as every server of ours packs its answers. */
export function listen(handler: (request: Request) => Response | Promise<Response>): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve({ port: 0, hostname: "127.0.0.1", automaticCompression: true, onListen: () => {} }, handler);
}
