/** Logo and theme switch in the header of every page. */

import { t } from '@lingui/core/macro'
import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import classes from './states.module.css'

/** The logo with the name: a W as a signal line with end point. */
export function Logo({ onDark = false }: { onDark?: boolean }) {
  return (
    <span className={classes.logo} data-on-dark={onDark || undefined}>
      <svg className={classes.mark} viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="9" />
        <path d="M6.5 10.5 11 22.5l5-10 5 10 3.2-8.6" />
        <circle cx="25.4" cy="9.4" r="2.2" />
      </svg>
      WasteSense
    </span>
  )
}

export function ThemeToggle({ className }: { className?: string }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const next = colorScheme === 'dark' ? 'light' : 'dark'
  const Icon = next === 'light' ? IconSun : IconMoon
  return (
    <ActionIcon
      className={className}
      variant="transparent"
      color="var(--ws-text-dimmed)"
      size={44}
      aria-label={next === 'dark' ? t`Switch to dark theme` : t`Switch to light theme`}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={20} stroke={1.75} />
    </ActionIcon>
  )
}
