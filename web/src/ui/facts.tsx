/** A list of named values. */
import type { ReactNode } from 'react'

export type Fact = readonly [name: string, value: ReactNode]

interface FactsProps {
  facts: readonly Fact[]
  className?: string | undefined
  /** Further rows. */
  children?: ReactNode
}

export const Facts = ({ facts, className, children }: FactsProps) => (
  <dl className={className}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
    {children}
  </dl>
)
