/** `make flood`: 500 messages from 20 pretend customers to the demo that is running. */
const [page = "http://127.0.0.1:3100"] = Deno.args;
const order = { to: "551134567800", phones: 20, messages: 500 };
const answer = await fetch(`${page}/control/flood`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(order),
}).catch(() => undefined);
if (!answer) {
  console.error(`Nothing answers at ${page}: start the demo first, with make run`);
  Deno.exit(1);
}
console.log(await answer.json());
