/** Takes away what this device shows of the product on its lock screen: all of it, or what has such a tag. */
export async function closeNotifications(isMeant: (tag: string) => boolean = () => true): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of await registration?.getNotifications() ?? []) {
    if (isMeant(notification.tag)) notification.close();
  }
}

/** The browser lets nobody tell it anything for the product any more, whatever the server knows. */
export async function unsubscribeHere(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
