/** The look of the phones' page, in light and dark. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#e9eef0, #0c1317);
  --panel: light-dark(#ffffff, #131c21);
  --raised: light-dark(#f3f6f7, #1d282e);
  --line: light-dark(#d9e0e3, #26333a);
  --ink: light-dark(#16262d, #e6edf0);
  --quiet: light-dark(#58696f, #93a4ab);
  --accent: light-dark(#0b7a5b, #2fbf93);
  --on-accent: light-dark(#ffffff, #04231a);
  --mine: light-dark(#d6f3e4, #0f4a38);
  --theirs: light-dark(#ffffff, #1f2c33);
  --wall: light-dark(#eef2ee, #0f191e);
  --seen: light-dark(#1176c5, #58b7f5);
  --danger: light-dark(#b3261e, #ff8a80);
  font: 15px/1.4 system-ui, sans-serif;
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--ground); color: var(--ink); height: 100dvh; }
button, input, select, textarea { font: inherit; color: inherit; }
button {
  border: 0; border-radius: 8px; padding: 7px 12px; background: var(--raised); cursor: pointer;
  &:hover { filter: brightness(.96); }
  &.strong { background: var(--accent); color: var(--on-accent); }
  &.round { border-radius: 50%; width: 38px; height: 38px; padding: 0; flex: none; }
  &.plain { background: none; }
}
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
input, select, textarea {
  width: 100%; padding: 8px 10px; border: 1px solid var(--line); border-radius: 8px; background: var(--panel);
}
#app { display: grid; grid-template-columns: 260px minmax(280px, 340px) 1fr; height: 100%; max-width: 1300px; margin: 0 auto; }
section { display: flex; flex-direction: column; min-height: 0; background: var(--panel); border-right: 1px solid var(--line); }
header { display: flex; align-items: center; gap: 10px; padding: 10px 14px; min-height: 60px; border-bottom: 1px solid var(--line); }
header > div { flex: 1; min-width: 0; }
h1, h2 { font-size: 16px; margin: 0; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.quiet { color: var(--quiet); font-size: 13px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.list { flex: 1; overflow-y: auto; margin: 0; padding: 6px; list-style: none; }
.row {
  display: flex; align-items: center; gap: 10px; width: 100%; text-align: left; padding: 9px 10px; background: none;
  &[aria-current="true"] { background: var(--raised); }
  & > span:nth-child(2) { flex: 1; min-width: 0; display: grid; }
}
.face {
  flex: none; width: 40px; height: 40px; border-radius: 50%; display: grid; place-items: center;
  font-weight: 600; color: #fff; background: hsl(var(--hue) 45% 38%);
}
.badge { background: var(--accent); color: var(--on-accent); border-radius: 10px; padding: 0 7px; font-size: 12px; font-weight: 600; }
.dot { width: 9px; height: 9px; border-radius: 50%; background: var(--accent); &.off { background: var(--quiet); } }
form { display: grid; gap: 8px; padding: 12px; border-top: 1px solid var(--line); }
.options { display: grid; gap: 8px; padding: 10px 14px; border-bottom: 1px solid var(--line); }
.options label, .switch { display: flex; align-items: center; gap: 8px; font-size: 14px; }
input[type="checkbox"] { width: auto; accent-color: var(--accent); }
svg { width: 20px; height: 20px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; display: block; margin: auto; }
#thread { background: var(--wall); }
#thread > header, #thread > form { background: var(--panel); }
.messages { flex: 1; overflow-y: auto; padding: 14px; display: flex; flex-direction: column; gap: 6px; }
.message {
  max-width: min(78%, 480px); align-self: flex-start; background: var(--theirs); border-radius: 10px; padding: 6px 10px;
  border: 1px solid var(--line); overflow-wrap: anywhere; position: relative; cursor: pointer; text-align: left;
  &.mine { align-self: flex-end; background: var(--mine); }
  & p { margin: 0; white-space: pre-wrap; }
  & img, & video { max-width: 100%; max-height: 280px; border-radius: 6px; display: block; }
  & audio { width: 250px; max-width: 100%; }
  & small { display: flex; justify-content: flex-end; gap: 5px; color: var(--quiet); font-size: 11px; }
  & .seen { color: var(--seen); font-weight: 700; }
}
.gone { font-style: italic; color: var(--quiet); }
.quote { border-left: 3px solid var(--accent); padding: 2px 8px; margin-bottom: 4px; font-size: 13px; color: var(--quiet); }
.reaction {
  position: absolute; bottom: -12px; left: 8px; background: var(--panel); border: 1px solid var(--line);
  border-radius: 10px; padding: 0 6px; font-size: 13px;
}
.message:has(.reaction) { margin-bottom: 12px; }
.actions { display: flex; flex-wrap: wrap; gap: 4px; align-self: flex-start; &.mine { align-self: flex-end; } }
.actions button { padding: 3px 8px; font-size: 14px; }
.composer { display: flex; align-items: end; gap: 8px; }
.composer textarea { resize: none; max-height: 120px; }
.reply { display: flex; align-items: center; gap: 8px; background: var(--panel); padding: 8px 12px; & > div { flex: 1; } }
.empty { margin: auto; padding: 24px; color: var(--quiet); text-align: center; max-width: 320px; }
#notice {
  position: fixed; inset: 12px 16px auto; margin: 0 auto; box-shadow: 0 4px 16px #0004; width: fit-content; max-width: 90%; padding: 10px 16px; border-radius: 8px;
  background: var(--ink); color: var(--panel); &:empty { display: none; } &.bad { background: var(--danger); }
}
.back { display: none; }
@media (max-width: 800px) {
  #app { grid-template-columns: 1fr; }
  section { display: none; border: 0; }
  section.front { display: flex; }
  .back { display: grid; place-items: center; }
}
`;
