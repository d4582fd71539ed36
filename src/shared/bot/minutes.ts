/** After how many minutes without a word from an outside bot people take over. */
export const USUAL_MINUTES = 10, LEAST_MINUTES = 1, MOST_MINUTES = 1440;
