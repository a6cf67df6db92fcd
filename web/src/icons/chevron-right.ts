import { createIcon } from './icon.ts'

export const IconChevronRight = createIcon('M9 6l6 6l-6 6')
