/** The part of JSON Schema that our OpenAPI document uses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly not?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly propertyNames?: Schema
  readonly items?: boolean | Schema
  readonly prefixItems?: readonly Schema[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
}

/** Keywords without an effect on validity. */
const silent = ['description', 'default', 'example', 'examples', 'title', '$id', '$schema', 'deprecated', 'readOnly']
const known = [
  '$ref type const enum anyOf oneOf allOf not properties required additionalProperties propertyNames items prefixItems',
  'minItems maxItems minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf',
].flatMap((words) => words.split(' '))

export type Definitions = Readonly<Record<string, Schema>>

/** Follows the references of a schema. */
export function resolve(schema: Schema, definitions: Definitions): Schema {
  if (schema.$ref === undefined) return schema
  const found = definitions[schema.$ref.replace('#/components/schemas/', '')]
  if (!found) throw new Error(`the document does not define ${schema.$ref}`)
  return resolve(found, definitions)
}

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
const hasType = (value: unknown, type: string) => typeOf(value) === type || (type === 'integer' && Number.isInteger(value))
const isTime = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)

/** Lists all violations of a schema with their paths; empty if the value is valid. */
export function findFaults(value: unknown, given: Schema, definitions: Definitions, place = ''): string[] {
  const schema = resolve(given, definitions)
  const strange = Object.keys(schema).filter((word) => !known.includes(word) && !silent.includes(word))
  if (strange.length > 0) throw new Error(`unsupported keywords: ${strange.join(', ')}`)
  const fault = (holds: boolean, words: string) =>
    holds ? [] : [`${place || 'the body'} ${words}: ${JSON.stringify(value)?.slice(0, 80)}`]
  const types = schema.type === undefined ? undefined : [schema.type].flat()
  if (types && !types.some((type) => hasType(value, type))) return fault(false, `is not ${types.join(' or ')}`)
  const valid = (one: Schema) => findFaults(value, one, definitions, place).length === 0
  return [
    ...fault(schema.const === undefined || value === schema.const, `is not ${JSON.stringify(schema.const)}`),
    ...fault(!schema.enum || schema.enum.includes(value), 'is not one of the allowed values'),
    ...fault(!schema.anyOf || schema.anyOf.some(valid), 'matches none of the alternatives'),
    ...fault(!schema.oneOf || schema.oneOf.filter(valid).length === 1, 'does not match exactly one alternative'),
    ...fault(!schema.not || !valid(schema.not), 'matches a forbidden schema'),
    ...(schema.allOf ?? []).flatMap((one) => findFaults(value, one, definitions, place)),
    ...(typeof value === 'string' ? textFaults(value, schema, fault) : []),
    ...(typeof value === 'number' ? numberFaults(value, schema, fault) : []),
    ...(Array.isArray(value) ? listFaults(value, schema, definitions, place, fault) : []),
    ...(typeOf(value) === 'object' ? objectFaults(value as Record<string, unknown>, schema, definitions, place, fault) : []),
  ]
}

type Fault = (holds: boolean, words: string) => string[]

const textFaults = (text: string, schema: Schema, fault: Fault) => [
  ...fault(text.length >= (schema.minLength ?? 0) && text.length <= (schema.maxLength ?? Infinity), 'has the wrong length'),
  ...fault(!schema.pattern || new RegExp(schema.pattern, 'u').test(text), `does not match ${schema.pattern}`),
  ...fault(schema.format !== 'date-time' || isTime(text), 'is not a valid time'),
]

const numberFaults = (number: number, schema: Schema, fault: Fault) => [
  ...fault(number >= (schema.minimum ?? -Infinity) && number <= (schema.maximum ?? Infinity), 'is out of bounds'),
  ...fault(number > (schema.exclusiveMinimum ?? -Infinity) && number < (schema.exclusiveMaximum ?? Infinity), 'is out of bounds'),
  ...fault(schema.multipleOf === undefined || number % schema.multipleOf === 0, `is not a multiple of ${schema.multipleOf}`),
]

function listFaults(list: readonly unknown[], schema: Schema, definitions: Definitions, place: string, fault: Fault): string[] {
  const { items, prefixItems = [] } = schema
  return [
    ...fault(list.length >= (schema.minItems ?? 0) && list.length <= (schema.maxItems ?? Infinity), 'has the wrong length'),
    ...list.flatMap((item, index) => {
      const one = prefixItems[index] ?? items
      if (one === false) return fault(false, `has an unexpected item ${index}`)
      return typeof one === 'object' ? findFaults(item, one, definitions, `${place}[${index}]`) : []
    }),
  ]
}

function objectFaults(
  object: Readonly<Record<string, unknown>>,
  schema: Schema,
  definitions: Definitions,
  place: string,
  fault: Fault,
): string[] {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema
  return [
    ...required.flatMap((name) => fault(Object.hasOwn(object, name), `lacks ${name}`)),
    ...Object.entries(object).flatMap(([name, value]) => {
      const inner = `${place}.${name}`
      const faults = propertyNames ? findFaults(name, propertyNames, definitions, `the name of ${inner}`) : []
      const one = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
      if (one === false) return [...faults, ...fault(false, `has an unexpected field ${name}`)]
      return typeof one === 'object' ? [...faults, ...findFaults(value, one, definitions, inner)] : faults
    }),
  ]
}
