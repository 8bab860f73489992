type Nested<T> = T & { readonly children: readonly Nested<T>[] }

/** All objectives of a nested tree, parents first; none without a root. */
export function listTree<T>(root: Nested<T> | null): Nested<T>[] {
  const listed = root === null ? [] : [root]
  for (const one of listed) listed.push(...one.children)
  return listed
}
