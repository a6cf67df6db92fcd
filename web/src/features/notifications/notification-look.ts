/** Icon and colour of a notification, by a word in its title or by its kind. */
import {
  IconAlertTriangle,
  IconBell,
  IconGauge,
  IconRecycle,
  IconRefresh,
  IconReportAnalytics,
  IconShieldLock,
  IconTruck,
} from '@tabler/icons-react'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import type { Notification } from '#contract/views.ts'

const looks = {
  capacity: { icon: IconGauge, tone: 'progress' },
  collection: { icon: IconTruck, tone: 'done' },
  waste: { icon: IconRecycle, tone: 'new' },
  alert: { icon: IconAlertTriangle, tone: 'critical' },
  update: { icon: IconRefresh, tone: 'new' },
  report: { icon: IconReportAnalytics, tone: 'plain' },
  security: { icon: IconShieldLock, tone: 'plain' },
  default: { icon: IconBell, tone: 'plain' },
} as const
export type IconName = keyof typeof looks

/** Words to search for in a title; the first match wins. */
const WORDS = ['capacity', 'collection', 'waste', 'alert', 'update'] as const

/** Looks by kind, for a title without these words. */
const ofKind: Partial<Record<NotificationKind, IconName>> = {
  capacity: 'capacity',
  dispatch: 'collection',
  digest: 'report',
  security: 'security',
}

export function iconName({ title, kind }: Pick<Notification, 'title' | 'kind'>): IconName {
  const words = title.toLowerCase()
  return WORDS.find((word) => words.includes(word)) ?? ofKind[kind] ?? 'default'
}

export const iconOf = (notification: Pick<Notification, 'title' | 'kind'>) => looks[iconName(notification)]
