/** The path that the document was loaded from, regardless of later navigation; null if the browser does not report it. */
export function readDocumentPath(): string | null {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation === undefined ? null : new URL(navigation.name).pathname
}
