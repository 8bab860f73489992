// Runs before the first paint and long before the application has loaded. A file of its own, because the content security
// policy allows no inline script. It must survive whatever it finds in the browser's storage.

// The page never flashes in the wrong theme. src/lib/theme.ts takes over later; both read the same stored preferences.
;(function () {
  let choice = 'system'
  try {
    const stored = JSON.parse(localStorage.getItem('preferences') || '{}')
    if (stored && (stored.theme === 'light' || stored.theme === 'dark')) choice = stored.theme
  } catch (_) {
    // Broken or forbidden storage means the default.
  }
  const light = choice === 'light' || (choice === 'system' && matchMedia('(prefers-color-scheme: light)').matches)
  document.documentElement.dataset.theme = light ? 'light' : 'dark'
})()

// What this page will ask for first is asked for now: src/api/early.ts hands the answers over. What is missing here is asked for
// later, what is too much is thrown away.
;(function () {
  const path = location.pathname.replace(/\/+$/, '') || '/'
  // As src/lib/search.ts reads ids: anything else means the current event.
  const chosen = location.search.match(/[?&]event=[^&]*/g) || []
  const id = chosen.length === 1 ? Number(/=([1-9]\d{0,9})$/.exec(chosen[0])?.[1]) : 0
  const api = '/api/events/' + (id > 0 && id < 2 ** 31 ? id : 'current') + '/'
  const addresses = ['/api/events']
  if (path === '/' || path.startsWith('/scores')) {
    addresses.push('/api/clock')
    for (const call of ['status', 'objectives', 'scoring-presets', 'scores/latest']) addresses.push(api + call)
    if (!path.endsWith('/for-you')) addresses.push(api + 'users')
  }
  if (/^\/(scores\/progress)?$/.test(path)) addresses.push(api + 'scores/history', api + 'scores/changes?limit=200')
  if (/^\/scores(\/ladder|\/for-you)?$/.test(path)) addresses.push(api + 'ladder')
  let token = null
  try {
    // As src/lib/session.ts reads it.
    const stored = localStorage.getItem('auth')
    const claims = stored && JSON.parse(atob(stored.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')))
    if (claims && typeof claims.user_id === 'number' && claims.exp * 1000 > Date.now()) token = stored
  } catch (_) {
    // Forbidden storage or no token of ours: nobody is logged in.
  }
  const headers = { accept: 'application/json' }
  if (token) headers.authorization = 'Bearer ' + token
  window.earlyCalls = new Map(
    addresses.map((address) => {
      const answer = fetch(address, { method: 'GET', headers, cache: 'no-cache' })
      // Whoever takes it over hears of its failure.
      answer.catch(() => {})
      return [address, { answer, token, sent_ms: performance.now() }]
    }),
  )
  // The build writes down which scripts which addresses need beside those that all need.
  const parts = document.getElementById('parts')
  const found = parts && JSON.parse(parts.textContent).find((entry) => new RegExp(entry[0]).test(path))
  for (const file of found ? found[1] : []) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = file
    document.head.append(link)
  }
})()
