// The container's health check, every few seconds: healthy if this process answers and its database accepts writes. A process
// without the role `http` has no port; from outside only its existence can be checked.

const roles = (process.env['ROLES'] || 'http').split(',').map((role) => role.trim())
if (roles.includes('http')) {
  const answer = await fetch(`http://127.0.0.1:${process.env['PORT'] || 3000}/api/health`).catch(() => null)
  if (answer?.status !== 200) process.exitCode = 1
}
