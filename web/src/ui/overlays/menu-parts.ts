import type { Menu as BaseMenu } from '@base-ui/react/menu'
import { createContext } from 'react'

/** The primitive's parts, loaded with the first use of any menu. */
export const MenuParts = createContext<typeof BaseMenu | null>(null)
