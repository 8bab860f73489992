// Runs before the first paint, so the page never flashes in the wrong theme. A file of its own, because the content
// security policy allows no inline script. src/lib/theme.ts takes over when the application has loaded; both read the
// same stored preferences, and this one must survive whatever it finds there.
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
