/** All portals, for the screen that shows boards of other roles; the router, which lists them, puts them in. */
import { createContext } from 'react'
import type { Role } from '#rules/city.ts'
import type { Portal } from './portal.ts'

export const PortalsContext = createContext<{ [R in Role]: Portal<R> } | null>(null)
