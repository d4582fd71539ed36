import { script } from "./script.ts";
import { style } from "./style.ts";

/** The page on which one plays the customer: pretend phones with their chats. */
export const page = `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Telefones de mentira</title>
<link rel="icon" href="data:,">
<style>${style}</style>
<div id="app">
  <section id="phones" aria-label="Telefones">
    <header><div><h1>Telefones de mentira</h1><div class="quiet">Faça o papel do cliente</div></div></header>
    <ul class="list" id="phone-list"></ul>
    <form id="add">
      <input id="new-name" aria-label="Nome" placeholder="Nome" required maxlength="60" autocomplete="off">
      <input id="new-number" aria-label="Número" placeholder="Número, como 5511987654321" required inputmode="tel" autocomplete="off">
      <button>Novo telefone</button>
    </form>
  </section>
  <section id="chats" aria-label="Conversas" hidden>
    <header>
      <button class="back round plain" id="to-phones" aria-label="Voltar aos telefones">‹</button>
      <div><h2 id="phone-name"></h2><div class="quiet" id="phone-number"></div></div>
      <label class="switch"><input type="checkbox" id="online"> Online</label>
    </header>
    <div class="options">
      <label><input type="checkbox" id="reads"> Ler automaticamente</label>
      <details id="link-box">
        <summary>Aparelhos ligados</summary>
        <p class="quiet" id="devices"></p>
        <form id="link" style="padding:0;border:0">
          <input id="qr" aria-label="Texto do QR code ou código" placeholder="Cole o texto do QR code ou o código" autocomplete="off">
          <button class="strong">Ligar aparelho</button>
          <button type="button" id="unlink">Desligar todos</button>
        </form>
      </details>
    </div>
    <ul class="list" id="chat-list"></ul>
  </section>
  <section id="thread" aria-label="Conversa">
    <p class="empty" id="nothing">Escolha um telefone e uma conversa, e escreva como se fosse o cliente.</p>
    <header id="thread-head" hidden>
      <button class="back round plain" id="to-chats" aria-label="Voltar às conversas">‹</button>
      <div><h2 id="chat-name"></h2><div class="quiet" id="chat-state"></div></div>
      <button id="call" class="round plain" aria-label="Ligar" title="Ligar">${
  icon("M5 4h4l2 5-3 2a11 11 0 0 0 5 5l2-3 5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2z")
}</button>
      <button id="mark-read" hidden>Marcar como lida</button>
    </header>
    <div class="messages" id="messages" role="log" aria-live="polite" hidden></div>
    <div class="reply" id="reply" hidden><div class="quiet" id="reply-text"></div><button id="forget" aria-label="Cancelar">✕</button></div>
    <form class="composer" id="composer" hidden>
      <input type="file" id="file" hidden>
      <button type="button" class="round" id="attach" aria-label="Enviar arquivo" title="Enviar arquivo">${
  icon("M21 11 12 20a5.5 5.5 0 0 1-8-8l9-9a3.7 3.7 0 0 1 5 5l-9 9a1.8 1.8 0 0 1-3-3l8-8")
}</button>
      <button type="button" class="round" id="here" aria-label="Enviar localização" title="Enviar localização">${
  icon("M12 21s-7-6-7-11a7 7 0 0 1 14 0c0 5-7 11-7 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z")
}</button>
      <button type="button" class="round" id="record" aria-label="Gravar voz" title="Gravar voz">${
  icon("M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3zM5 11a7 7 0 0 0 14 0M12 18v3")
}</button>
      <textarea id="text" rows="1" aria-label="Mensagem" placeholder="Mensagem"></textarea>
      <button class="round strong" aria-label="Enviar" title="Enviar">${icon("M4 12h14M12 5l7 7-7 7")}</button>
    </form>
  </section>
</div>
<div id="notice" role="status"></div>
<script type="module">${script}</script>
</html>
`;

function icon(path: string): string {
  return `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
}
