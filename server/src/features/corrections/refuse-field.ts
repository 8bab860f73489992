import { Refusal } from '../../refusal.ts'

export const refuseField = (field: string, problem: string) => new Refusal('invalid_request', undefined, [{ field, problem }])
