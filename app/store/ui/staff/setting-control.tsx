import type { ReactNode } from "react";
import { CONTROL_CLASS, isSignLast, type ControlProps } from "#app/kit/forms/control.ts";
import { HtmlControl } from "#app/kit/forms/html-control.tsx";
import { SecretControl } from "#app/kit/forms/secret-control.tsx";
import { SwitchControl } from "#app/kit/forms/switch-control.tsx";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { currencySign } from "#app/values/money.ts";
import { TimeZoneControl } from "#app/kit/forms/time-zone-control.tsx";
import type { SettingDefinition } from "#app/store/domain/setting-definition.ts";
import type { HoursRange } from "#app/store/domain/hours/opening-hours.ts";
import { DeliveryAreasControl } from "./delivery-areas-control.tsx";
import type { SecretView } from "./settings-view.ts";
import { ColourSetting } from "./look/colour-setting.tsx";
import { PictureSetting } from "./look/picture-setting.tsx";
import { SpecialHoursControl } from "./hours/special-hours-control.tsx";
import { WeeklyHoursControl } from "./hours/weekly-hours-control.tsx";

export interface SettingControlProps extends ControlProps {
  readonly definition: SettingDefinition<unknown>;
  readonly labelId: string;
  /** Time zone options. */
  readonly zones: readonly string[];
  /** The options of a drop-down whose list comes from the server; the suggestions of a text field. */
  readonly choices: SettingDefinition<unknown>["options"];
  /** The state of a stored secret; undefined = not a secret, or none stored. */
  readonly secret: SecretView | undefined;
  /** From the usual opening and closing time: the initial hours of weekdays. */
  readonly usualHours: HoursRange | undefined;
  readonly isCleared: boolean;
  readonly onClear: (isCleared: boolean) => void;
}

/** The control of a setting, by its kind. */
export function SettingControl(props: SettingControlProps) {
  return CONTROLS[props.definition.kind](props);
}

const CONTROLS: Readonly<Record<SettingDefinition<unknown>["kind"], (props: SettingControlProps) => ReactNode>> = {
  text: (props) => <TextSetting {...props} />,
  instant: (props) => <input {...inputOf(props)} type="text" autoComplete="off" className={CONTROL_CLASS} />,
  tel: (props) => <input {...inputOf(props)} type="tel" autoComplete="off" className={`${CONTROL_CLASS} max-w-64`} />,
  number: (props) => (
    <input
      {...inputOf(props)}
      inputMode={(props.definition.range?.decimals ?? 0) > 0 ? "decimal" : "numeric"}
      autoComplete="off"
      className={`${CONTROL_CLASS} figures max-w-32`}
    />
  ),
  money: (props) => <MoneySetting {...props} />,
  switch: (props) => <SwitchControl {...controlOf(props)} />,
  time: (props) => (
    <span className="flex items-center gap-2">
      <input {...inputOf(props)} type="time" className={`${CONTROL_CLASS} figures max-w-40`} />
      {props.value === "" ? null : (
        <button
          type="button"
          className="min-h-8 max-sm:min-h-11 px-1 text-primary underline underline-offset-2"
          onClick={() => props.onChange("")}
        >
          Clear<span className="sr-only">: {props.definition.label}</span>
        </button>
      )}
    </span>
  ),
  html: (props) => <HtmlControl {...controlOf(props)} labelId={props.labelId} />,
  dropdown: (props) => <Dropdown {...props} />,
  secret: ({ definition, secret, isCleared, onClear, ...props }) => (
    <SecretControl
      {...controlOf(props)}
      label={definition.label}
      state={secret?.state ?? "unset"}
      lastFour={secret?.lastFour ?? ""}
      isCleared={isCleared}
      onClear={onClear}
    />
  ),
  "weekly-hours": (props) => <WeeklyHoursControl {...controlOf(props)} firstRange={props.usualHours} />,
  "special-hours": (props) => <SpecialHoursControl {...controlOf(props)} />,
  picture: (props) => <PictureSetting {...controlOf(props)} label={props.definition.label} />,
  colour: (props) => <ColourSetting {...controlOf(props)} />,
  "delivery-areas": (props) => <DeliveryAreasControl {...controlOf(props)} />,
};

/** With suggestions if the server sent some; any other text is allowed. */
function TextSetting(props: SettingControlProps) {
  const list = props.choices === undefined ? undefined : `${props.id}-list`;
  return (
    <>
      <input {...inputOf(props)} type="text" autoComplete="off" list={list} className={CONTROL_CLASS} />
      {list === undefined ? null : (
        <datalist id={list}>
          {props.choices?.map(({ value }) => (
            <option key={value}>{value}</option>
          ))}
        </datalist>
      )}
    </>
  );
}

function MoneySetting(props: SettingControlProps) {
  const format = useMoneyFormat();
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden className={isSignLast(format) ? "order-1" : ""}>
        {currencySign(format)}
      </span>
      <input {...inputOf(props)} inputMode="decimal" autoComplete="off" className={`${CONTROL_CLASS} figures max-w-32`} />
    </span>
  );
}

/** Without its own options: the time zones. A stored value that is not an option stays in the list. */
function Dropdown(props: SettingControlProps) {
  const { definition, value, zones } = props;
  const options = definition.options ?? props.choices;
  if (options === undefined) return <TimeZoneControl {...controlOf(props)} zones={zones.includes(value) ? zones : [value, ...zones]} />;
  return (
    <select {...inputOf(props)} className={`${CONTROL_CLASS} max-w-64`}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
      {options.some((option) => option.value === value) ? null : <option>{value}</option>}
    </select>
  );
}

function controlOf(props: ControlProps): ControlProps {
  const { id, name, value, onChange } = props;
  return { id, name, value, onChange, "aria-describedby": props["aria-describedby"], "aria-invalid": props["aria-invalid"] };
}

/** The same for an HTML element, whose handler gets an event instead of the text. */
function inputOf(props: ControlProps) {
  const { onChange, ...rest } = controlOf(props);
  return { ...rest, onChange: (event: { readonly target: { readonly value: string } }) => onChange(event.target.value) };
}
