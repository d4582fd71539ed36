/** How companies pay: not at all, to a Pix key with a look at the account, or by a bank that says what was paid. */
export const PIX_GATEWAYS = ["", "key", "efi"] as const;
export type PixGateway = typeof PIX_GATEWAYS[number];
