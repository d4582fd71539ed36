import { t } from "@lingui/core/macro";
import { type Invoice, invoices } from "../../src/contract/invoices.ts";
import { withToken } from "../refresh.ts";
import { headersFor, readAnswer } from "../request.ts";
import { handOver } from "../sheets/handOver.ts";
import { showError } from "../ui/showError.ts";

/** Hands the receipt of a paid invoice to the person, as a PDF. */
export async function saveReceipt({ id }: Pick<Invoice, "id">): Promise<void> {
  try {
    const pdf = await withToken(invoices.list, async (token) => {
      const answer = await fetch(`/api/invoices/${id}/receipt`, { headers: headersFor(token) });
      if (!answer.ok) readAnswer(answer.status, await answer.text());
      return answer.blob();
    });
    handOver(pdf, t`recibo-${id}.pdf`);
  } catch (error) {
    showError(error);
  }
}
