// Shows pushed notices of Muster and opens their page. It handles no requests and keeps nothing.

/** Reads a push from the server; a general notice replaces one that cannot be read. */
function readNotice(data) {
  try {
    const { title, body, link, tag } = data.json()
    return { title: String(title), body: String(body), link: String(link), tag: String(tag) }
  } catch {
    // Safari ends subscriptions that show nothing after a push (WebKit's post "Meet Web Push", 2022).
    return { title: 'Muster', body: 'You have a new notice.', link: '/', tag: 'unreadable' }
  }
}

self.addEventListener('push', (event) => {
  const { title, body, link, tag } = readNotice(event.data)
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { link } }))
})

/** An address of this site, whatever a notice says. */
function readAddress(link) {
  const address = new URL(String(link), self.location.origin)
  return address.origin === self.location.origin ? address.href : self.location.origin
}

/** Shows the page in an open tab of this site, or in a new one. */
async function openPage(address) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = tabs.find(({ url }) => url === address)
  if (shown) return shown.focus()
  return self.clients.openWindow(address)
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(readAddress(event.notification.data?.link)))
})
