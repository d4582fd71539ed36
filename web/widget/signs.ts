/** What the frame says to the page around it. None of it is a secret: any page that may show the frame hears it. */
export interface ToPage {
  balcao: string;
  /** The button's look and names, once. */
  button?: { fill: string; hover: string; side: "left" | "right"; open: string; close: string; title: string };
  unread?: number;
  unreadSays?: string;
  close?: true;
}

/** What the page says to the frame in it. */
export interface ToFrame {
  balcao: string;
  open: boolean;
}
