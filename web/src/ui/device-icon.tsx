import { Laptop, type LucideIcon, MonitorSmartphone, Smartphone, Tablet, Tv } from 'lucide-react';
import type { OwnSession } from '#/api/types';

const icons: Record<OwnSession['kind'], LucideIcon> = {
  computer: Laptop,
  phone: Smartphone,
  tablet: Tablet,
  tv: Tv,
  unknown: MonitorSmartphone,
};

/** The kind of a device, as a picture. */
export function DeviceIcon({ kind, className = 'i' }: { kind: OwnSession['kind']; className?: string }) {
  const Icon = icons[kind];
  return <Icon className={className} aria-hidden="true" />;
}
