import { createIcon } from './icon.ts'

export const IconX = createIcon('M18 6l-12 12M6 6l12 12')
