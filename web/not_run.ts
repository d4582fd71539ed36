/** What the error is called that stops the app where it is only to be compiled. */
export const NOT_RUN = "NotRun";
