// @vitest-environment happy-dom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { Trans } from "@lingui/react/macro";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";

const shown = (who: string) => {
  i18n.loadAndActivate({ locale: "pt", messages: {} });
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <Trans>
        <strong>{who}</strong> escreveu a {who}
      </Trans>
    </I18nProvider>,
  );
};

test("a name is shown as it was written, whatever it looks like", () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(shown("Ana")).toBe("<strong>Ana</strong> escreveu a Ana");
  for (const name of ["<b>Bia</b>", "<0>Caio</0>", "Lu <3", "<1/>"]) {
    const escaped = name.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    expect(shown(name)).toBe(`<strong>${escaped}</strong> escreveu a ${escaped}`);
  }
  expect(error).not.toHaveBeenCalled();
});
