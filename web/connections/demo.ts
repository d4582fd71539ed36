import { useEffect, useState } from "react";

/** Whether this is a demonstration, where a QR code's text may be handed to a simulated phone. */
export function useIsDemo(): boolean {
  const [isDemo, setDemo] = useState<boolean>(import.meta.env.DEV);
  useEffect(() => {
    askHealth().then(({ demo }) => demo && setDemo(true), () => {/* Then it is not shown. */});
  }, []);
  return isDemo;
}

async function askHealth(): Promise<{ demo?: boolean }> {
  const response = await fetch("/api/health");
  return await response.json();
}
