import { Gauge, type Registry } from "prom-client";

/** A gauge in the shop's namespace. */
export function shopbellGauge(registry: Registry, name: string, help: string, labelNames: readonly string[] = []): Gauge {
  return new Gauge({ name: `shopbell_${name}`, help, labelNames: [...labelNames], registers: [registry] });
}
