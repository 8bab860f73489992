import { type Endpoint, isFeed } from '@muster/contract/endpoint'
import { endpoints } from '@muster/contract/endpoints'
import { z } from 'zod'
import { exampleParameters } from '../http/examples/examples.ts'

/** Values for the parameters of paths, by name; other parameters have the value of the API document. */
export type PathValues = Readonly<Record<string, readonly (string | number)[]>>

export interface AskedCall {
  readonly name: string
  readonly method: Endpoint['method']
  /** Below `/api`. */
  readonly address: string
}

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

function listValues(name: string, values: PathValues): readonly (string | number)[] {
  const example = exampleParameters[name]
  const listed = values[name] ?? (example === undefined ? [] : [example])
  if (listed.length === 0) throw new Error(`no value for the parameter ${name}`)
  return listed
}

/** All ways to fill these parameters. */
const fill = (names: readonly string[], values: PathValues) =>
  names.reduce<Readonly<Record<string, string | number>>[]>(
    (places, name) => places.flatMap((place) => listValues(name, values).map((value) => ({ ...place, [name]: value }))),
    [{}],
  )

/** The parameters that a query may leave out. */
const listOptional = ({ query, required_query = [] }: Endpoint): string[] =>
  query instanceof z.ZodObject ? Object.keys(query.shape).filter((name) => !required_query.includes(name)) : []

/**
 * Every call of the contract except live feeds, with each of these values: plain, and once with each optional parameter. New
 * calls and parameters are included without an edit here.
 */
export function listCalls(values: PathValues): AskedCall[] {
  const table = Object.entries<Endpoint>(endpoints).filter(([, endpoint]) => !isFeed(endpoint))
  return table.flatMap(([name, endpoint]) => {
    const { method, path, required_query = [] } = endpoint
    return [[], ...listOptional(endpoint).map((parameter) => [parameter])].flatMap((optional) => {
      const asked = [...required_query, ...optional]
      return fill([...namesIn(path), ...asked], values).map((place) => {
        const filled = path.replace(/\{(\w+)\}/g, (_, parameter: string) => encodeURIComponent(String(place[parameter])))
        const query = asked.map((parameter) => `${parameter}=${encodeURIComponent(String(place[parameter]))}`)
        return { name, method, address: query.length === 0 ? filled : `${filled}?${query.join('&')}` }
      })
    })
  })
}

/** The calls that change nothing. */
export const listReads = (values: PathValues): AskedCall[] => listCalls(values).filter(({ method }) => method === 'GET')
