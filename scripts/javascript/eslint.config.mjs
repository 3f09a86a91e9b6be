// What is wrong in a script of the desk whatever its style: names that nobody defines, code that nothing reaches.
import js from "@eslint/js";
import globals from "globals";

const names = ["$", "__", "cint", "cstr", "cur_frm", "cur_list", "flt", "format_number", "frappe", "locals", "moment"];
const desk = { ...Object.fromEntries(names.map((name) => [name, "readonly"])), huf: "writable" };

export default [
	js.configs.recommended,
	{
		files: ["huf/**/*.js"],
		languageOptions: { ecmaVersion: 2022, sourceType: "script", globals: { ...globals.browser, ...desk } },
		linterOptions: { reportUnusedDisableDirectives: "error" },
		rules: {
			eqeqeq: ["error", "always", { null: "ignore" }],
			"no-implicit-globals": "off",
			"no-unused-vars": ["error", { args: "after-used", caughtErrors: "none" }],
			"no-var": "error",
			"prefer-const": "error",
		},
	},
];
