import { expect, test } from "vitest";
import { usedOf } from "./react-uses.ts";

const HANDED_ON = "all of a library, which it hands on";
const ASKED = new Set(["Activity", "useActionState", "preload", "NavLink", "createRoot"]);

test.each([
  ['import { Activity } from "react";', "Activity"],
  ['import { Activity as Shown } from "react";', "Activity"],
  ['import React, { useState, useActionState as state } from "react";', "useActionState"],
  ["import { preload } from 'react-dom';", "preload"],
  ['import { createRoot as root } from "react-dom/client";', "createRoot"],
  ['import { Link, NavLink } from "react-router";', "NavLink"],
  ['import * as R from "react"; R.useActionState(act, 0);', "useActionState"],
  ['import R from "react"; export const used = R["Activity"];', "Activity"],
  ['import * as R from "react"; const { useActionState } = R;', "useActionState"],
  ['import * as R from "react"; const Safe = { ...R }; Safe.useActionState();', "useActionState"],
  ['import * as R from "react"; const Again = R; Again.useActionState();', "useActionState"],
  ['const x = require("react").Activity;', "Activity"],
  ['const r = require("react"); r.useActionState();', "useActionState"],
  ['const r = __toESM(require("react")); r.useActionState();', "useActionState"],
  ['const { preload: early } = require("react-dom");', "preload"],
  ['const { preload } = await import("react-dom");', "preload"],
  ['export { Activity } from "react";', "Activity"],
  ['export { Activity as Shown } from "react";', "Activity"],
  ['export * from "react";', "all of react"],
  ['import { Fragment, jsx } from "react/jsx-runtime"; jsx(Fragment, { ref: line, children });', "ref on a Fragment"],
  ['import { Fragment as F, createElement } from "react"; createElement(F, { ref: line });', "ref on a Fragment"],
  ['import * as R from "react"; R.createElement(R.Fragment, { "ref": line });', "ref on a Fragment"],
  ['var _react = _interopRequireDefault(require("react")); (0, _react.default.useActionState)(act, 0);', "useActionState"],
  ['import * as R from "react"; R.default.useActionState(act, 0);', "useActionState"],
  ['const r = (await import("react")).default; r.useActionState(act, 0);', "useActionState"],
  ['import { default as R } from "react"; R.useActionState(act, 0);', "useActionState"],
  ['const { default: R } = await import("react"); R.useActionState(act, 0);', "useActionState"],
  ['const { default: { Activity } } = require("react");', "Activity"],
  ['let r; function early() { r.useActionState(act, 0); } r = require("react");', "useActionState"],
  ['let state; ({ useActionState: state } = require("react"));', "useActionState"],
  ['import * as R from "react"; const { useState, ...rest } = R; rest.Activity;', "Activity"],
  ['import("react").then((r) => r.Activity);', "Activity"],
  ['import("react").then(function ({ Activity: Shown }) {});', "Activity"],
  ['const r = globalThis.R ?? require("react"); r.Activity;', "Activity"],
  ['import * as R from "react"; R[`useActionState`](act, 0);', "useActionState"],
  ["const r = require(`react`); r.Activity;", "Activity"],
  ['import { Activity } from "react/index.js";', "Activity"],
  ['import { createRoot } from "react-dom/client.js";', "createRoot"],
  ['import * as R from "react"; export { R };', HANDED_ON],
  ['import R from "react"; export default R;', HANDED_ON],
  ['export { default } from "react";', HANDED_ON],
  ['export const r = require("react");', HANDED_ON],
  ['module.exports = require("react");', HANDED_ON],
  ['import R from "react"; inspect(R);', HANDED_ON],
  ['import R from "react"; new Inspector(R);', HANDED_ON],
  ['import R from "react"; const libraries = { R };', HANDED_ON],
  ['import R from "react"; const libraries = [R];', HANDED_ON],
  ['import R from "react"; class Libraries { react = R }', HANDED_ON],
  ['import R from "react"; function react() { return R; }', HANDED_ON],
  ['const load = () => import("react");', HANDED_ON],
  ['import("react").then(show);', HANDED_ON],
  ['import { Fragment, jsx } from "react/jsx-runtime"; const F = Fragment; jsx(F, { ref: line });', "ref on a Fragment"],
  ['import * as R from "react"; let F; F = R.Fragment; R.createElement(F, { ref: line });', "ref on a Fragment"],
  ['import { Fragment, jsx } from "react/jsx-runtime"; jsx(Fragment, p);', "ref on a Fragment"],
  ['import { Fragment, jsx } from "react/jsx-runtime"; jsx(Fragment, { ...p, children });', "ref on a Fragment"],
])("%s asks for something that is left out", (code, name) => {
  expect(usedOf(code, ASKED)).toBe(name);
});

test.each([
  'import { useState } from "react"; import { Activity } from "lucide-react";',
  'import { useState } from "react"; import { useActionState } from "./own-state.ts"; const image = document.preload;',
  'import { Fragment, jsx } from "react/jsx-runtime"; jsx(Fragment, { children: jsx("input", { ref: line }) });',
  'import * as R from "react"; const useActionState = R.useState; R[useActionState];',
  'const R = __toESM(require("react")); R.createElement(R.Fragment, null, inspect(R.useState));',
  'import * as R from "react"; const { [Activity]: first } = R;',
  'import { Fragment, jsx } from "react/jsx-runtime"; jsx(Fragment, { children }, key);',
])("%s asks for nothing of it", (code) => {
  expect(usedOf(code, ASKED)).toBeUndefined();
});
