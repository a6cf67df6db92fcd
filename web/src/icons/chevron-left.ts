import { createIcon } from './icon.ts'

export const IconChevronLeft = createIcon('M15 6l-6 6l6 6')
