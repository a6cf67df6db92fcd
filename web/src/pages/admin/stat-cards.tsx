/** The four figures at the top of the admin's dashboard. */

import { Skeleton } from '@mantine/core'
import { IconMapPin, IconReport, IconUsers } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { AdminStats } from '#contract/views.ts'
import { SimulatedBadge } from '#web/components/badge.tsx'
import { figure } from '#web/format/numbers.ts'
import { HealthCard } from './health-card.tsx'
import classes from './stat-cards.module.css'

const figures = [
  { key: 'totalUsers', label: 'Total Users', icon: IconUsers },
  { key: 'totalReports', label: 'Total Reports', icon: IconReport },
  { key: 'totalWasteSites', label: 'Waste Sites', icon: IconMapPin },
] as const

export function StatCards({ stats }: { stats: AdminStats | undefined }) {
  return (
    <section className={classes.cards} aria-label="Key figures">
      {figures.map(({ key, label, icon }) => (
        <StatCard
          key={key}
          label={label}
          icon={icon}
          value={stats?.[key]}
          marked={key === 'totalWasteSites' ? undefined : stats}
        />
      ))}
      <HealthCard health={stats?.systemHealth} />
    </section>
  )
}

interface StatCardProps {
  label: string
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: 'true' }>
  value: number | undefined
  /** Source of the simulated badge. */
  marked: Pick<AdminStats, 'simulated'> | undefined
}

function StatCard({ label, icon: Icon, value, marked }: StatCardProps) {
  return (
    <div className={classes.card}>
      <p className={classes.label}>
        {label}
        <Icon size={20} stroke={1.5} aria-hidden="true" />
      </p>
      {value === undefined ? (
        <Skeleton height={34} width={72} />
      ) : (
        <p className={classes.figure}>
          {figure(value)} <SimulatedBadge of={marked} />
        </p>
      )}
    </div>
  )
}
