/** Averages behind the savings, and their sources. */

import {
  CO2_FACTORS,
  COUNTED,
  KWH_PER_TONNE_CO2,
  LITRES_PER_PERSON_DAY,
  MILES_PER_TONNE_CO2,
  TREE_FACTORS,
  WATER_FACTORS,
} from '#rules/impact.ts'
import { materialColor, materialLabel } from '#web/format/materials.ts'
import { figure, withUnit } from '#web/format/numbers.ts'
import classes from './materials.module.css'

export function Methodology() {
  return (
    <section className={classes.method} aria-labelledby="methodology">
      <h3 id="methodology" className={classes.methodTitle}>
        Impact Calculation Methodology
      </h3>
      <p className={classes.note}>
        Based on EPA and recycling industry research data: averages of each kg recycled, from EPA’s Waste Reduction
        Model (CO₂) and recycling industry figures (water, trees). They say nothing of how this city recycles.
      </p>
      <ul className={classes.factors} aria-label="Saved by each kg recycled">
        {COUNTED.materials.map((material) => (
          <li key={material} className={classes.factor}>
            <span className={classes.swatch} style={{ background: materialColor(material) }} aria-hidden="true" />
            <b>{materialLabel(material)}</b>
            <span>{withUnit(CO2_FACTORS[material], 'kg CO₂')}</span>
            <span>{withUnit(WATER_FACTORS[material], 'L')} water</span>
          </li>
        ))}
      </ul>
      <p className={classes.note}>
        {`Paper also leaves ${TREE_FACTORS.paper} trees standing for each kg. A tonne of CO₂ is ${figure(MILES_PER_TONNE_CO2)} miles of driving and ${withUnit(KWH_PER_TONNE_CO2, 'kWh')}; a person uses ${LITRES_PER_PERSON_DAY} litres of water in a day. Other materials are not counted.`}
      </p>
    </section>
  )
}
