/** Whether nothing hovers here, so that what shows on hover must be asked for. */
export const IS_TOUCHED = matchMedia("(hover: none)").matches;
