// What the container program runs every few seconds: healthy when this process answers and its database takes writes. A process
// without the role `http` listens on no port; that it lives is all that can be told from outside.

const roles = (process.env['ROLES'] || 'http').split(',').map((role) => role.trim())
if (roles.includes('http')) {
  const answer = await fetch(`http://127.0.0.1:${process.env['PORT'] || 3000}/api/health`).catch(() => null)
  if (answer?.status !== 200) process.exitCode = 1
}
