/** In which the page shows how to send; each of them is run by a test as it stands. */
export const EXAMPLE_LANGUAGES = ["curl", "JavaScript", "Python", "PHP"] as const;
export type ExampleLanguage = (typeof EXAMPLE_LANGUAGES)[number];

export interface ExampleOf {
  /** `return` is an outside bot that gives its ticket back. */
  what: "text" | "media" | "return";
  language: ExampleLanguage;
  /** Where the API is, without an end: `https://desk.example.com/api/messages/send`. */
  endpoint: string;
  number?: string;
  /** The file to send, as the script finds it. */
  file?: string;
}

/** A script that sends a text or a file, or gives a ticket back. It takes the token from the environment (`TOKEN`), where secrets belong. */
export function exampleOf(
  { what, language, endpoint, number = "5511987654321", file = "nota.pdf" }: ExampleOf,
): string {
  return EXAMPLES[what][language].replaceAll("ENDPOINT", endpoint).replaceAll("NUMBER", number).replaceAll(
    "FILE",
    file,
  );
}

const EXAMPLES: Record<ExampleOf["what"], Record<ExampleLanguage, string>> = {
  text: {
    curl: String.raw`curl -X POST ENDPOINT \
  -H "Authorization: Bearer $TOKEN" \
  -H "Idempotency-Key: pedido-4821" \
  -H "Content-Type: application/json" \
  -d '{"number": "NUMBER", "body": "Seu pedido saiu para entrega."}'`,
    JavaScript: `const answer = await fetch("ENDPOINT", {
  method: "POST",
  headers: {
    "Authorization": "Bearer " + process.env.TOKEN,
    "Idempotency-Key": "pedido-4821",
    "Content-Type": "application/json",
  },
  body: JSON.stringify({
    number: "NUMBER",
    body: "Seu pedido saiu para entrega.",
  }),
});
console.log(answer.status, await answer.json());`,
    Python: `import os
import requests

answer = requests.post(
    "ENDPOINT",
    headers={
        "Authorization": "Bearer " + os.environ["TOKEN"],
        "Idempotency-Key": "pedido-4821",
    },
    json={
        "number": "NUMBER",
        "body": "Seu pedido saiu para entrega.",
    },
)
print(answer.status_code, answer.json())`,
    PHP: `<?php
$curl = curl_init("ENDPOINT");
curl_setopt_array($curl, [
    CURLOPT_POST => true,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [
        "Authorization: Bearer " . getenv("TOKEN"),
        "Idempotency-Key: pedido-4821",
        "Content-Type: application/json",
    ],
    CURLOPT_POSTFIELDS => json_encode([
        "number" => "NUMBER",
        "body" => "Seu pedido saiu para entrega.",
    ]),
]);
echo curl_exec($curl), PHP_EOL;`,
  },
  media: {
    curl: String.raw`curl -X POST ENDPOINT \
  -H "Authorization: Bearer $TOKEN" \
  -H "Idempotency-Key: nota-1077" \
  -F "number=NUMBER" \
  -F "body=Sua nota fiscal" \
  -F "medias=@FILE;type=application/pdf"`,
    JavaScript: `const { openAsBlob } = await import("node:fs");

const form = new FormData();
form.append("number", "NUMBER");
form.append("body", "Sua nota fiscal");
form.append("medias", await openAsBlob("FILE", { type: "application/pdf" }), "nota.pdf");

const answer = await fetch("ENDPOINT", {
  method: "POST",
  headers: {
    "Authorization": "Bearer " + process.env.TOKEN,
    "Idempotency-Key": "nota-1077",
  },
  body: form,
});
console.log(answer.status, await answer.json());`,
    Python: `import os
import requests

with open("FILE", "rb") as file:
    answer = requests.post(
        "ENDPOINT",
        headers={
            "Authorization": "Bearer " + os.environ["TOKEN"],
            "Idempotency-Key": "nota-1077",
        },
        data={"number": "NUMBER", "body": "Sua nota fiscal"},
        files={"medias": ("nota.pdf", file, "application/pdf")},
    )
print(answer.status_code, answer.json())`,
    PHP: `<?php
$curl = curl_init("ENDPOINT");
curl_setopt_array($curl, [
    CURLOPT_POST => true,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [
        "Authorization: Bearer " . getenv("TOKEN"),
        "Idempotency-Key: nota-1077",
    ],
    CURLOPT_POSTFIELDS => [
        "number" => "NUMBER",
        "body" => "Sua nota fiscal",
        "medias" => new CURLFile("FILE", "application/pdf", "nota.pdf"),
    ],
]);
echo curl_exec($curl), PHP_EOL;`,
  },
  return: {
    curl: String.raw`curl -X POST ENDPOINT \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"to": "human", "note": "Quer trocar o pedido 4821."}'`,
    JavaScript: `const answer = await fetch("ENDPOINT", {
  method: "POST",
  headers: {
    "Authorization": "Bearer " + process.env.TOKEN,
    "Content-Type": "application/json",
  },
  body: JSON.stringify({
    to: "human",
    note: "Quer trocar o pedido 4821.",
  }),
});
console.log(answer.status, await answer.json());`,
    Python: `import os
import requests

answer = requests.post(
    "ENDPOINT",
    headers={"Authorization": "Bearer " + os.environ["TOKEN"]},
    json={"to": "human", "note": "Quer trocar o pedido 4821."},
)
print(answer.status_code, answer.json())`,
    PHP: `<?php
$curl = curl_init("ENDPOINT");
curl_setopt_array($curl, [
    CURLOPT_POST => true,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [
        "Authorization: Bearer " . getenv("TOKEN"),
        "Content-Type: application/json",
    ],
    CURLOPT_POSTFIELDS => json_encode([
        "to" => "human",
        "note" => "Quer trocar o pedido 4821.",
    ]),
]);
echo curl_exec($curl), PHP_EOL;`,
  },
};
