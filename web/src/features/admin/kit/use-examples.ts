import { useQuery } from '@tanstack/react-query'
import { read } from '../../../api/calls/queries.ts'

/** The example definitions that come with Muster; they change only with the program. */
export const useExamples = () => useQuery({ ...read('getDefinitionExamples', {}), staleTime: Infinity })
