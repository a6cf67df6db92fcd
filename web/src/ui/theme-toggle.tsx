import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'

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
      aria-label={`Switch to ${next} theme`}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={20} stroke={1.75} />
    </ActionIcon>
  )
}
