// Everything that an operator needs besides the packages, with built pages.

const rootFiles = new Set([
  'package.json',
  'package-lock.json',
  '.npmrc',
  '.env.example',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
])
const members = ['contract', 'domain', 'server', 'simulator'] as const
const folders = ['database/', 'deploy/', 'docs/', 'tools/', ...members.map((member) => `${member}/src/`)]
const manifests = new Set([...members, 'web'].map((member) => `${member}/package.json`))

const isForTests = (path: string) => /\.test\.[a-z]+$|(^|\/)testing\//.test(path)
const isPicture = (path: string) => path.startsWith('docs/images/')

/** Whether a file of the repository is part of the shipped archive. */
export const isShippedFile = (path: string): boolean =>
  rootFiles.has(path) ||
  manifests.has(path) ||
  (folders.some((folder) => path.startsWith(folder)) && !isForTests(path) && !isPicture(path))
