/** The path that the document was loaded from, whatever the address says by now; null where the browser does not tell. */
export function readDocumentPath(): string | null {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation === undefined ? null : new URL(navigation.name).pathname
}
