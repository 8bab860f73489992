/** Ends pushed notices on this browser, for a logout. The push service then tells the server that the subscription is gone. */
export function endSubscription(): void {
  void navigator.serviceWorker
    ?.getRegistration('/')
    .then((worker) => worker?.pushManager?.getSubscription())
    .then((subscription) => subscription?.unsubscribe())
    // Without a subscription there is nothing to end.
    .catch(() => undefined)
}
