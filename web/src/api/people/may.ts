import { type EndpointName, endpoints } from '@muster/contract/endpoints'
import { isGranted, nobody } from '@muster/domain/access'
import { useSelf } from '../scores/event.ts'

/** Whether the viewer's roles allow a call; the server checks again. False while they are unknown. */
export function useMay(call: EndpointName): boolean {
  const roles = useSelf().data?.permissions
  return roles !== undefined && isGranted(endpoints[call].access, { ...nobody, roles })
}
